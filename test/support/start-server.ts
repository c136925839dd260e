export * from './start-server.mjs';
