import { CliError } from './cli-error.js';
import { ExitCode } from './exit-code.js';
import { Prompter, type Choice, type Rule } from './prompter.js';

/** Questions by inquirer, which is loaded at the first one. */
export class InquirerPrompter extends Prompter {
  override async select<T>(question: string, choices: readonly Choice<T>[], preset?: T): Promise<T> {
    // Indices, since inquirer shows and compares the values.
    const initial = choices.findIndex((choice) => choice.value === preset);
    const index = await this.ask<number>({
      type: 'select',
      message: question,
      choices: choices.map((choice, value) => ({ name: choice.name, value })),
      ...(initial === -1 ? {} : { default: initial }),
    });
    return (choices[index] as Choice<T>).value;
  }

  override async search<T>(question: string, choices: readonly Choice<T>[], pageSize: number): Promise<T> {
    const index = await this.ask<number>({
      type: 'search',
      message: question,
      pageSize,
      source: (typed: string | undefined) =>
        choices.flatMap((choice, value) => (matches(choice.name, typed ?? '') ? [{ name: choice.name, value }] : [])),
    });
    return (choices[index] as Choice<T>).value;
  }

  override async text(question: string, rule: Rule, preset?: string): Promise<string> {
    const answer = await this.ask<string>({
      type: 'input',
      message: question,
      validate: (typed: string) => rule(typed.trim()) ?? true,
      ...(preset === undefined ? {} : { default: preset }),
    });
    return answer.trim();
  }

  override async secret(question: string, rule: Rule): Promise<string> {
    const answer = await this.ask<string>({
      type: 'password',
      mask: '*',
      toggleMask: false,
      message: question,
      validate: (typed: string) => rule(typed.trim()) ?? true,
    });
    return answer.trim();
  }

  private async ask<T>(question: Record<string, unknown>): Promise<T> {
    const { default: inquirer } = await import('inquirer');
    const prompt = inquirer.prompt as unknown as (questions: object[]) => Promise<{ answer: T }>;
    try {
      return (await prompt([{ ...question, name: 'answer' }])).answer;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ExitPromptError') throw error;
      throw new CliError('Stopped. Nothing was changed.', ExitCode.interrupted, { cause: error });
    }
  }
}

/** Every typed word occurs in the line, in any order and case. */
function matches(line: string, typed: string): boolean {
  const lower = line.toLowerCase();
  return typed.toLowerCase().split(/\s+/).every((word) => lower.includes(word));
}
