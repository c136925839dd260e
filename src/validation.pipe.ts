import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { InvalidInputError } from './common/domain-error.js';

/** Checks DTOs: unknown keys are ignored, and the error names each field and what is wrong with it. */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => {
      const problems = errors.flatMap((error) => problemsOf(error));
      return new InvalidInputError(problems[0]?.problem ?? 'The request is not valid.', {
        field: problems[0]?.field,
        details: problems.map(({ field, problem }) => `${field}: ${problem}`).join('; '),
      });
    },
  });
}

function problemsOf(error: ValidationError, parent = ''): { field: string; problem: string }[] {
  const field = parent === '' ? error.property : `${parent}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((problem) => ({ field, problem }));
  return [...own, ...(error.children ?? []).flatMap((child) => problemsOf(child, field))];
}
