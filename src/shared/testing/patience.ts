import { configure } from '@testing-library/dom';

/** Milliseconds a `findBy...` waits on a quiet machine: its second is too short beside other tests. */
const limit = 30_000;

configure({ asyncUtilTimeout: limit * Number(import.meta.env.TEST_SLOWNESS ?? 1) });
