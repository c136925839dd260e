import { useCallback, useEffect, useRef, useState } from 'react';
import { problemOfError } from '../api/problem.js';
import { uploadFile } from '../api/upload.js';

/** A file that goes with the next message. */
export interface Attachment {
  name: string;
  /** What of it has gone out, from 0 to 1. */
  share: number;
  /** What the message names it by; '' until the server has it. */
  contextId: string;
  /** Why it was not taken. */
  refusal: string;
}

export interface AttachmentActions {
  attachment: Attachment | undefined;
  attach: (file: File) => void;
  detach: () => void;
}

/** The file that goes with the next message, sent ahead of it. */
export function useAttachment(): AttachmentActions {
  const [attachment, setAttachment] = useState<Attachment>();
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const detach = useCallback(() => {
    controller.current?.abort();
    setAttachment(undefined);
  }, []);
  const attach = useCallback((file: File) => {
    controller.current?.abort();
    const { signal } = (controller.current = new AbortController());
    const change = (changes: Partial<Attachment>) => {
      if (!signal.aborted) setAttachment((before) => before && { ...before, ...changes });
    };
    setAttachment({ name: file.name, share: 0, contextId: '', refusal: '' });
    uploadFile(file, { mode: 'context', onProgress: (share) => change({ share }), signal }).then(
      ({ contextId }) => change({ contextId }),
      (error: unknown) => change({ refusal: problemOfError(error).what }),
    );
  }, []);
  return { attachment, attach, detach };
}

/** Whether a message has to wait for it. */
export const isOnItsWay = (attachment: Attachment | undefined): boolean => attachment !== undefined && attachment.contextId === '' && attachment.refusal === '';
