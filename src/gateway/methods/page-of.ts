/** A part of a list, and where the next part begins. */
export interface Page<T> {
  rows: T[];
  total: number;
  offset: number;
  limit: number;
  hasMore: boolean;
  nextOffset: number | null;
}

export function pageOf<T>(all: readonly T[], limit: number, offset: number): Page<T> {
  const rows = all.slice(offset, offset + limit);
  const end = offset + rows.length;
  const hasMore = end < all.length;
  return { rows, total: all.length, offset, limit, hasMore, nextOffset: hasMore ? end : null };
}
