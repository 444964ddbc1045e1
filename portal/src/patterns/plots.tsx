import { lazy, Suspense } from 'react'
import { loadChunk } from '../shell/chunks.tsx'
import type { BarPlotProps } from '../ui/plot/BarPlot.tsx'
import type { LinePlotProps } from '../ui/plot/LinePlot.tsx'

const Bars = lazy(() => loadChunk(() => import('../ui/plot/BarPlot.tsx')))
const Lines = lazy(() => loadChunk(() => import('../ui/plot/LinePlot.tsx')))
/** Scales and shapes are loaded with the first plot; until then its place is kept. */
const place = (height = 188) => <div style={{ height }} />

export const BarPlot = (props: BarPlotProps) => (
  <Suspense fallback={place(props.height)}>
    <Bars {...props} />
  </Suspense>
)
export const LinePlot = (props: LinePlotProps) => (
  <Suspense fallback={place(props.height)}>
    <Lines {...props} />
  </Suspense>
)
