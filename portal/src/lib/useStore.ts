import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The store's value; the component renders again when it changes. */
export const useStore = <T>({ subscribe, get }: Pick<Store<T>, 'subscribe' | 'get'>): T =>
  useSyncExternalStore(subscribe, get, get)
