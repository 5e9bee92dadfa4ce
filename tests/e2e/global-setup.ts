import { ensureBuilt } from '../../scripts/built-product';

/** Before the first test: the products that tests start run what is built. */
export default ensureBuilt;
