import { CONDITIONS } from './conditions.ts';
import { runJourneys } from './run-journeys.ts';

runJourneys(CONDITIONS.filter(({ needs }) => needs !== 'kept pages'));
