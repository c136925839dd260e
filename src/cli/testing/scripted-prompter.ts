import { Prompter, type Choice, type Rule } from '../prompter.js';

/** One expected question and its answer: the line to choose, or the text to enter. */
export type ScriptedAnswer = readonly [question: RegExp, answer: string | RegExp];

/** A person whose answers are written beforehand. Throws on a question that is not the next one, and on a choice that is not there. */
export class ScriptedPrompter extends Prompter {
  /** Lists that were shown, line by line. */
  readonly lists: string[][] = [];
  private readonly left: ScriptedAnswer[];

  constructor(...answers: ScriptedAnswer[]) {
    super();
    this.left = answers;
  }

  /** True when every answer was asked for. */
  get isDone(): boolean {
    return this.left.length === 0;
  }

  override select<T>(question: string, choices: readonly Choice<T>[]): Promise<T> {
    this.lists.push(choices.map((choice) => choice.name));
    const wanted = new RegExp(this.next(question));
    const chosen = choices.find((choice) => wanted.test(choice.name));
    if (chosen === undefined) throw new Error(`"${question}" offers no ${wanted}: ${choices.map((choice) => choice.name).join(' | ')}`);
    return Promise.resolve(chosen.value);
  }

  override search<T>(question: string, choices: readonly Choice<T>[]): Promise<T> {
    return this.select(question, choices);
  }

  override text(question: string, rule: Rule): Promise<string> {
    const answer = String(this.next(question));
    const problem = rule(answer);
    return problem === undefined ? Promise.resolve(answer) : Promise.reject(new Error(`"${question}" refuses "${answer}": ${problem}`));
  }

  override secret(question: string, rule: Rule): Promise<string> {
    return this.text(question, rule);
  }

  private next(question: string): string | RegExp {
    const answer = this.left.shift();
    if (answer === undefined || !answer[0].test(question)) throw new Error(`Unscripted question: "${question}"`);
    return answer[1];
  }
}
