import { type ComponentType, createElement, type ReactNode } from 'react'
import { ApiError } from '../api/errors.ts'
import { errorText } from '../i18n/i18n.ts'

/** Spec §9: a lazy part that is not there after this long has failed. */
const CHUNK_TIMEOUT_MS = 120_000

/** Loads a part of the portal, or fails with CHUNK_LOAD_FAILED. A failed load can be tried again. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('chunk timeout')), CHUNK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), tooLong])
  } catch (error) {
    console.error(error)
    throw new ApiError('CHUNK_LOAD_FAILED', errorText('CHUNK_LOAD_FAILED'), 0)
  } finally {
    clearTimeout(timer)
  }
}

interface LazyPart {
  preload: () => Promise<void>
  Component: () => ReactNode
}
type Antd = typeof import('./antdPart.tsx')
let antd: Antd | null = null
async function loadAntd(): Promise<void> {
  antd ??= await loadChunk(() => import('./antdPart.tsx'))
  await antd.prepare()
}

/**
 * A component that is loaded by its route before it is shown, so that no fallback flickers in between. Unless it is
 * `plain`, Ant Design comes with it.
 */
export function lazyPart(load: () => Promise<{ default: ComponentType }>, plain = false): LazyPart {
  let part: ComponentType | null = null
  const show = () => {
    const page = part && createElement(part)
    return plain || !antd ? page : createElement(antd.default, null, page)
  }
  const preload = async () => {
    const [loaded] = await Promise.all([part ?? loadChunk(load), plain || loadAntd()])
    part = 'default' in loaded ? loaded.default : loaded
  }
  return { preload, Component: show }
}
