import { safeLink } from './safe-link.js';

interface RemoteImageProps {
  src: string;
  alt: string;
}

/**
 * An image in an answer. It is never loaded: the mere request could carry away what the model has seen. Its text stands
 * in its place, as a link where it leads somewhere, with the host to judge by.
 */
export function RemoteImage({ src, alt }: RemoteImageProps) {
  const address = safeLink(src);
  const name = alt.trim() || 'image';
  if (address === '' || address.startsWith('#')) return <span>[Image: {name}]</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      [Image: {name}, {new URL(address).host}]
    </a>
  );
}
