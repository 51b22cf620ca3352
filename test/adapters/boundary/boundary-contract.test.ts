import { memoryBoundary } from '../../../src/adapters/simulated/boundary.ts';
import { boundaryContract } from '../../contract/boundary.ts';
import { describeWith } from '../../support/capabilities.ts';
import { realBoundary } from './boundary-rig.ts';

boundaryContract('in memory', () => memoryBoundary().boundary);
describeWith(['bubblewrap'], 'real', () => {
  boundaryContract('bubblewrap', () => realBoundary());
});
