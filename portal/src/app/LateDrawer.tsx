import type { DrawerProps } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../shell/chunks.tsx'
import { Boundary } from './Boundary.tsx'

const Drawer = lazy(() => loadChunk(() => import('./AntdDrawer.ts')))

/** A drawer of the frame: its code comes when it is first opened, and not with the first screen. */
export function LateDrawer(props: DrawerProps) {
  const [opened, setOpened] = useState(false)
  if (props.open && !opened) setOpened(true)
  return opened ? (
    <Boundary>
      <Suspense fallback={null}>
        <Drawer {...props} />
      </Suspense>
    </Boundary>
  ) : null
}
