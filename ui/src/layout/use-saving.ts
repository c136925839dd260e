import { useState } from 'react';
import { problemOfError } from '../api/problem.js';

/** Tells what could not be saved; '' where all could. The second value saves, and rejects where it cannot. */
export function useSaving(): [refusal: string, saving: (action: Promise<void>) => Promise<void>] {
  const [refusal, setRefusal] = useState('');
  const saving = async (action: Promise<void>): Promise<void> => {
    setRefusal('');
    try {
      await action;
    } catch (error) {
      setRefusal(`Not saved: ${problemOfError(error).what}`);
      throw error;
    }
  };
  return [refusal, saving];
}
