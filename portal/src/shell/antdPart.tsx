import type { ReactNode } from 'react'
import { ensureAntdLocale } from '../i18n/antd.ts'
import { AntdProvider } from '../ui/AntdProvider.tsx'

/** Loaded before the first page that uses Ant Design. */
export const prepare = ensureAntdLocale
export default function AntdPage({ children }: { children?: ReactNode }) {
  return <AntdProvider>{children}</AntdProvider>
}
