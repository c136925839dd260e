/** How far a file that is sent (a share from 0 to 1) has come; what is sent is then read by the server, which may take a while. */
export function progressInWords(share: number): string {
  if (share === 0) return 'waiting';
  return share < 1 ? `${Math.floor(share * 100)} % sent` : 'sent; being read ...';
}
