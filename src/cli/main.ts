#!/usr/bin/env node
import 'reflect-metadata';
import { runCli } from './run-cli.js';

await runCli(process.argv.slice(2));
