/** Characters (UTF-16 code units) of one part of an envelope's header. Names are chosen by strangers; none needs more. */
export const MAX_HEADER_PART_LENGTH = 100;
