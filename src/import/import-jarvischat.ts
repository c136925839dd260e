import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { messageOf } from '../common/domain-error.js';
import { ConfigModule } from '../config/config.module.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { MAX_FACT_CHARACTERS } from '../memory/limits.js';
import { MemoryModule } from '../memory/memory.module.js';
import { MemoryService } from '../memory/memory.service.js';
import { ClientSettingsService } from '../preferences/client-settings.service.js';
import { PreferencesModule } from '../preferences/preferences.module.js';
import { SkillsService } from '../preferences/skills.service.js';
import { DEFAULT_PROFILE } from '../profile/default-profile.js';
import { PresetsService } from '../profile/presets.service.js';
import { ProfileModule } from '../profile/profile.module.js';
import { ProfileService } from '../profile/profile.service.js';
import { importConversations, instantOf } from './import-conversations.js';
import { ImportReport } from './import-report.js';
import { readJarvisChat, type JarvisChatData } from './jarvischat-source.js';

@Module({ imports: [ConfigModule, MemoryModule, ProfileModule, PreferencesModule] })
class ImportModule {}

/** Settings of JarvisChat that are switches. */
const SWITCHES = ['profile_enabled', 'search_enabled', 'memory_enabled', 'skills_enabled'] as const;

/**
 * Takes over what a JarvisChat database holds, beside a running server or without one: conversations, memories, presets, the profile, settings
 * and switches of skills. What is there already stays as it is, so that a second run adds nothing. The PIN is never read. Throws
 * InvalidInputError where the file is no such database.
 *
 * @returns what was done, for the terminal
 */
export async function importJarvisChat(file: string): Promise<string> {
  const data = await readJarvisChat(file);
  const app = await NestFactory.createApplicationContext(ImportModule, { logger: false, abortOnError: false });
  try {
    const report = new ImportReport();
    const paths = app.get(JarvisPaths);
    paths.createDirectories();
    await importConversations(data, paths.conversations, report);
    await importMemories(data, app.get(MemoryService), report);
    importPresets(data, app.get(PresetsService), report);
    importProfile(data, app.get(ProfileService), report);
    await importSettings(data, app.get(ClientSettingsService), report);
    importSkills(data, app.get(SkillsService), report);
    return report.text();
  } finally {
    await app.close();
  }
}

async function importMemories({ memories }: JarvisChatData, service: MemoryService, report: ImportReport): Promise<void> {
  const fitting = memories.flatMap(({ fact, topic, source, created_at: createdAt }) => {
    const text = (fact ?? '').trim();
    if (text === '') return [];
    if (text.length > MAX_FACT_CHARACTERS) {
      report.leftOut(`the memory "${text.slice(0, 60)}..."`, `longer than ${MAX_FACT_CHARACTERS} characters`);
      return [];
    }
    return [{ fact: text, source: source ?? 'jarvischat', createdAt: instantOf(createdAt), ...(topic === null || topic === undefined || topic === '' ? {} : { topic }) }];
  });
  for (const { outcome } of await service.addAll(fitting)) {
    if (outcome === 'added') report.taken('Memories');
    else report.there('Memories');
  }
}

function importPresets({ system_presets: presets }: JarvisChatData, service: PresetsService, report: ImportReport): void {
  const there = new Set(service.list().map(({ name, prompt }) => JSON.stringify([name, prompt])));
  for (const { name, prompt, is_default: isDefault } of presets) {
    const text = { name: (name ?? '').trim(), prompt: (prompt ?? '').trim() };
    if (isDefault === '1') continue;
    if (there.has(JSON.stringify([text.name, text.prompt]))) report.there('Presets');
    else attempt(`the preset "${text.name}"`, report, () => {
      service.add(text);
      report.taken('Presets');
    });
  }
}

function importProfile({ profile }: JarvisChatData, service: ProfileService, report: ImportReport): void {
  const content = profile[0]?.['content']?.trim() ?? '';
  if (content === '') return;
  const now = service.read().content.trim();
  if (now === content) report.there('Profile');
  else if (now !== DEFAULT_PROFILE.trim()) report.leftOut('the profile', 'you have written one of your own here');
  else attempt('the profile', report, () => {
    service.write(content);
    report.taken('Profile');
  });
}

async function importSettings({ settings }: JarvisChatData, service: ClientSettingsService, report: ImportReport): Promise<void> {
  const values = new Map(settings.map(({ key, value }) => [key, value]));
  for (const name of SWITCHES) {
    const value = values.get(name)?.toLowerCase();
    if (value !== 'true' && value !== 'false') continue;
    if (service.read()[name] === (value === 'true')) report.there('Settings');
    else {
      await service.update({ [name]: value === 'true' });
      report.taken('Settings');
    }
  }
  const model = values.get('default_model');
  if (model !== undefined && model !== null && model !== '') report.leftOut(`the model ${model}`, 'choose one with `jarvis setup`: names differ between providers');
}

function importSkills({ skills }: JarvisChatData, service: SkillsService, report: ImportReport): void {
  const known = new Map(service.list().map(({ key, enabled }) => [key, enabled]));
  for (const { skill_key: key, enabled } of skills) {
    if (key === null || key === undefined || !known.has(key)) report.leftOut(`the skill ${key ?? ''}`, 'there is none of this name here');
    else if (known.get(key) === (enabled === '1')) report.there('Switches of skills');
    else {
      service.set(key, enabled === '1');
      report.taken('Switches of skills');
    }
  }
}

/** What does not fit our limits is left out and told of; everything else goes on. */
function attempt(what: string, report: ImportReport, action: () => void): void {
  try {
    action();
  } catch (error) {
    report.leftOut(what, messageOf(error));
  }
}
