import { jscpdDetector } from '../../../src/adapters/copies/jscpd.ts';
import { memoryCopyDetector } from '../../../src/adapters/simulated/copy-detector.ts';
import { copyDetectorContract } from '../../contract/copy-detector.ts';

copyDetectorContract('jscpd', () => jscpdDetector());
copyDetectorContract('in memory', memoryCopyDetector);
