import { getMedicinePackages, type PrescriptionSet, SET_LINES_MAX } from '@teleward/contract/emr/set-endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/client.ts'
import { endpointQuery, invalidateTags, showError } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import type { LineEditor } from './RxTable.tsx'
import type { RxTables } from './rxTables.ts'
import { linesOfSet } from './set-lines.ts'

export interface Sets {
  /** `undefined` until they are there. */
  all: readonly PrescriptionSet[] | undefined
  error: Error | null
  again(): void
  /** Puts the lines in as the set has them at that moment: somebody may be changing it. */
  putIn(set: PrescriptionSet): Promise<void>
}

export function useSets(pen: LineEditor, tables: RxTables): Sets {
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getMedicinePackages, { body: {} }),
    enabled: pen.may.prescribe,
  })
  const busy = useRef(new Set<number>())
  const putIn = async (shown: PrescriptionSet) => {
    // Clicked once more on a slow line: no drug is prescribed twice by it.
    if (busy.current.has(shown.id)) return
    busy.current.add(shown.id)
    try {
      const [set] = await call(getMedicinePackages, { body: { id: shown.id } })
      if (!set || set.version !== shown.version) void invalidateTags(['sets'])
      if (set) put(set, shown.version, pen, tables)
      else notify({ kind: 'warn', title: t('rx.sets.removedMeanwhile', { name: shown.name }) })
    } catch (failure) {
      showError(failure)
    } finally {
      busy.current.delete(shown.id)
    }
  }
  return { all: data, error, again: () => void refetch(), putIn }
}

function put(set: PrescriptionSet, shown: number, pen: LineEditor, tables: RxTables): void {
  const { values, gone, unfit } = linesOfSet(set, tables.codes)
  if (pen.view.lines.length + values.length > SET_LINES_MAX) {
    notify({ kind: 'bad', title: t('rx.sets.tooMany', { max: SET_LINES_MAX }) })
    return
  }
  for (const line of values) pen.addLine(line)
  const said = [
    ...(gone.length ? [t('rx.sets.gone', { names: gone.join(t('common.patient.separator')) })] : []),
    ...(unfit.length ? [t('rx.sets.unfit', { names: unfit.join(t('common.patient.separator')) })] : []),
    ...(set.version !== shown ? [t('rx.sets.changedMeanwhile')] : []),
  ]
  notify({
    kind: said.length ? 'warn' : 'ok',
    title: t('rx.sets.in', { name: set.name, count: values.length }),
    ...(said.length ? { text: said.join(' '), lasts: 'untilClosed' as const } : {}),
  })
}
