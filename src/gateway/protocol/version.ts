/** The protocol that this server speaks. Clients say which range they understand (ConnectParams). */
export const PROTOCOL_VERSION = 3;
