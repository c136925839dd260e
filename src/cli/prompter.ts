/** One line of a list to choose from. */
export interface Choice<T> {
  value: T;
  name: string;
}

/** Says what is wrong with an answer, or undefined where it is fine. */
export type Rule = (answer: string) => string | undefined;

/** Asks the person at the terminal. Every question rejects with a CliError (exit code 130) after Ctrl-C. */
export abstract class Prompter {
  /** One of a few. */
  abstract select<T>(question: string, choices: readonly Choice<T>[], preset?: T): Promise<T>;

  /** One of many, page by page, narrowed by typing. */
  abstract search<T>(question: string, choices: readonly Choice<T>[], pageSize: number): Promise<T>;

  /** A line of text, trimmed. */
  abstract text(question: string, rule: Rule, preset?: string): Promise<string>;

  /** A line that is not shown while it is typed, trimmed. */
  abstract secret(question: string, rule: Rule): Promise<string>;
}
