import type { Meal } from '@teleward/contract/diet/schema.ts'
import { syncMedicalFile } from '@teleward/contract/files/endpoints.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { go } from '../../shell/navigation.ts'
import { t } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'

type Picture = Pick<Meal['pictures'][number], 'id' | 'name' | 'thumb'>
interface Props {
  pid: number
  picked: readonly string[]
  /** Those of the meal as it was told: they stand first, however old they are. */
  known: readonly Picture[]
  most: number
  onChange: (picked: readonly string[]) => void
}
const SHOWN = 12

/** The member's photos, newest first, a page at a time. */
function usePhotos(pid: number, enabled: boolean) {
  const [pages, setPages] = useState(1)
  const answers = useQueries({
    queries: Array.from({ length: pages }, (_, at) => ({
      ...endpointQuery(syncMedicalFile, { body: { pid, kind: 'photo', page: at + 1, pageSize: SHOWN } }),
      enabled,
    })),
  })
  const total = answers.find(({ data }) => data)?.data?.total ?? 0
  return {
    pictures: answers
      .flatMap(({ data }) => data?.data ?? [])
      .filter(({ format }) => format === 'jpg' || format === 'png')
      .map(({ id, name, thumb }): Picture => ({ id, name, thumb: thumb?.url ?? null })),
    error: answers.find(({ error }) => error)?.error ?? null,
    pending: enabled && answers.some(({ isPending }) => isPending),
    retry: () => void Promise.all(answers.filter(({ error }) => error).map(({ refetch }) => refetch())),
    more: total > pages * SHOWN ? () => setPages(pages + 1) : undefined,
  }
}

/** Pictures of the member that were uploaded: those of the meal are chosen among them. */
export function MealPictures({ pid, picked, known, most, onChange }: Props) {
  const reads = useRight('file.read') !== '-'
  const brings = useRight('file.upload') !== '-'
  const { pictures, error, pending, retry, more } = usePhotos(pid, reads)
  const all = [...known, ...pictures.filter(({ id }) => !known.some((one) => one.id === id))]
  return (
    <fieldset className="dietown">
      <legend>{t('diet.form.pictures')}</legend>
      {!reads && <p className="t3 f13">{t('diet.form.picturesShut')}</p>}
      {reads && !error && !pending && all.length === 0 && <p className="t3 f13">{t('diet.form.noPictures')}</p>}
      <div className="dietpics">
        {all.map(({ id, name, thumb }) => {
          const on = picked.includes(id)
          return (
            <button
              key={id}
              type="button"
              aria-pressed={on}
              aria-label={t('diet.form.pick', { name })}
              title={name}
              disabled={!on && picked.length >= most}
              onClick={() => onChange(on ? picked.filter((one) => one !== id) : [...picked, id])}
            >
              {thumb ? <img src={thumb} alt="" /> : name}
            </button>
          )
        })}
      </div>
      {pending && <SkeletonBlock lines={2} />}
      {error && <FailedLine error={error} onRetry={retry} />}
      {more && !pending && (
        <Button size="sm" onClick={more}>
          {t('diet.form.morePictures')}
        </Button>
      )}
      {brings && (
        <Button size="sm" onClick={() => void go('upload', { pid })}>
          {t('diet.form.upload')}
        </Button>
      )}
    </fieldset>
  )
}
