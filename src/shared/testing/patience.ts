import { configure } from '@testing-library/dom';

/** Milliseconds a `findBy...` waits. Its second is too short on a machine that is busy with other tests. */
configure({ asyncUtilTimeout: 10_000 });
