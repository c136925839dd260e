import { useEffect, useRef, useState } from 'react';
import { problemOfError } from '../api/problem.js';
import { uploadFile } from '../api/upload.js';

/** A file on its way. */
export interface Upload {
  id: number;
  name: string;
  /** What of it has gone out, from 0 to 1. */
  share: number;
  /** Why it was not taken; '' while it is on its way. */
  refusal: string;
}

export interface Uploads {
  list: readonly Upload[];
  add: (files: readonly File[]) => void;
  /** Stops one, or takes away what is said of one that was not taken. */
  remove: (id: number) => void;
}

let uploadCount = 0;

/** Files that are sent to be kept, one after the other. What is not sent when the view is closed stays out. `onTaken` is called after each. */
export function useUploads(onTaken: () => void): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const queue = useRef(Promise.resolve());
  const taken = useRef(onTaken);
  useEffect(() => {
    taken.current = onTaken;
  });
  useEffect(() => {
    const all = controllers.current;
    return () => all.forEach((controller) => controller.abort());
  }, []);

  const change = (id: number, changes: Partial<Upload>) => setList((before) => before.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const remove = (id: number) => {
    controllers.current.get(id)?.abort();
    setList((before) => before.filter((upload) => upload.id !== id));
  };
  const sendOne = async (id: number, file: File) => {
    const { signal } = controllers.current.get(id) ?? new AbortController();
    if (signal.aborted) return;
    try {
      await uploadFile(file, { mode: 'ingest', onProgress: (share) => change(id, { share }), signal });
      setList((before) => before.filter((upload) => upload.id !== id));
      taken.current();
    } catch (error) {
      if (!signal.aborted) change(id, { refusal: problemOfError(error).what });
    }
  };
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const id = ++uploadCount;
      controllers.current.set(id, new AbortController());
      setList((before) => [...before, { id, name: file.name, share: 0, refusal: '' }]);
      queue.current = queue.current.then(() => sendOne(id, file));
    }
  };
  return { list, add, remove };
}
