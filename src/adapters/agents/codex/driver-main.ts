import { readFileSync } from 'node:fs';
import { isRecord } from '../../../domain/json-record.ts';
import { drive } from './driver.ts';
import type { DriverConfig } from './driver-config.ts';

const [path = ''] = process.argv.slice(2);
const config: unknown = JSON.parse(readFileSync(path, 'utf8'));
if (!isRecord(config)) throw new Error(`${path} is no driver's config`);
// Written by `launch` of the same version, so its shape is trusted.
await drive(config as unknown as DriverConfig);
