import { exitWith, startApi } from 'planning-delivery-api';
import { context } from '@acme/skills';

startApi({ extensions: [context] }).catch(exitWith);
