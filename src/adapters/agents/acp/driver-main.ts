import { readFileSync } from 'node:fs';
import { drive } from './driver.ts';
import type { DriverConfig } from './driver-config.ts';

/** The program that fanin starts for an ACP agent: `node driver-main.js <config.json>`. */
const config = readFileSync(process.argv[2] ?? '', 'utf8');
// Written by `launch` of the same version, so its shape is trusted.
await drive(JSON.parse(config) as DriverConfig);
