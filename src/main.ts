import { run } from './app/run';

void run();
