import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { messageOf } from '../common/domain-error.js';
import { AnswerReviewerProvider, type AnswerReviewer, type GivenAnswer, type Research } from '../prompt/answer-reviewer.js';

/** Asks the features that review answers whether they have evidence for a better one. */
@Injectable()
export class AnswerReviews implements OnApplicationBootstrap {
  private readonly logger = new Logger('Agent');
  private reviewers: readonly AnswerReviewer[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    this.reviewers = this.discovery
      .getProviders({ metadataKey: AnswerReviewerProvider.KEY })
      .map((wrapper) => wrapper.instance as AnswerReviewer)
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  /** The first evidence that one of them finds. Throws nothing: a broken feature must not cost an answer. */
  async *review(answer: GivenAnswer): Research {
    for (const reviewer of this.reviewers) {
      try {
        const evidence = yield* reviewer.review(answer);
        if (evidence !== undefined) return evidence;
      } catch (error) {
        if (answer.signal.aborted) return undefined;
        this.logger.error(`"${reviewer.name}" could not review an answer: ${messageOf(error)}`);
      }
    }
    return undefined;
  }
}
