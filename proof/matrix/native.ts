import { constants, runInThisContext } from 'node:vm'

/** A module loaded by Node itself, past the test runner: the server as it runs, under the hooks of `guards.ts`. */
export const native = runInThisContext('(path) => import(path)', {
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}) as <T>(path: string) => Promise<T>
