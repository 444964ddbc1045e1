import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { Me } from '../api/me.ts'
import { loadChunk } from '../shell/chunks.tsx'
import type { ScreenId } from '../shell/screens.ts'
import { Boundary } from './Boundary.tsx'

type Band = ComponentType<{ mid: number; screen: ScreenId | undefined }>
const bands = import.meta.glob<{ default: Band }>('../features/monitor/AlertBand.tsx')
const AlertBand = Object.values(bands).map((load) => lazy(() => loadChunk(load)))[0]

/** Critical alerts over every screen. Loaded with the first one; it stays from then on, for somebody may be writing in its dialog. */
export function AlertSlot({ me, count, screen }: { me: Me; count: number; screen: ScreenId | undefined }) {
  const [begun, setBegun] = useState(false)
  const takes = me.permissions['monitor.acknowledge'] === 'y'
  useEffect(() => {
    if (count > 0) setBegun(true)
  }, [count])
  if (!begun || !takes || !AlertBand) return null
  return (
    <Boundary>
      <Suspense fallback={null}>
        <AlertBand mid={me.mid} screen={screen} />
      </Suspense>
    </Boundary>
  )
}
