/**
 * The engine frees compiled WebAssembly while it runs, and has ended a whole process in doing so ("Check failed:
 * jit_page_->allocations_.erase", Node 24.21). The embedded database is WebAssembly: a few megabytes are the price of staying up.
 */
export const steady = '--no-wasm-code-gc'

/**
 * How the server is run. Without the first two the engine lets half a gigabyte of garbage stand under load before it looks at it;
 * with them two thirds of that, for a price that could not be measured (docs/bench.md).
 */
export const served = ['--max-semi-space-size=8', '--heap-growing-percent=30', steady, 'server/src/main.ts']
