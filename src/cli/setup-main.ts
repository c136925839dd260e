#!/usr/bin/env node
import 'reflect-metadata';
import { runCli } from './run-cli.js';

// `jarvis-setup --offline` is `jarvis setup --offline`.
await runCli(['setup', ...process.argv.slice(2)]);
