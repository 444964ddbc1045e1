/**
 * How the server is run. Without these two the engine lets half a gigabyte of garbage stand under load before it looks at it;
 * with them two thirds of that, for a price that could not be measured (docs/bench.md).
 */
export const served = ['--max-semi-space-size=8', '--heap-growing-percent=30', 'server/src/main.ts']
