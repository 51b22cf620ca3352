import { memorySourceReader } from '../../../src/adapters/simulated/source-reader.ts';
import { createSourceReader } from '../../../src/adapters/source/source-reader.ts';
import { sourceReaderContract } from '../../contract/source-reader.ts';

sourceReaderContract('ast-grep', createSourceReader);
sourceReaderContract('in memory', memorySourceReader);
