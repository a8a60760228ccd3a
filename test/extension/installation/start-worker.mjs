import { exitWith, startWorker } from 'planning-delivery-api';
import { context } from '@acme/skills';

startWorker({ extensions: [context] }).catch(exitWith);
