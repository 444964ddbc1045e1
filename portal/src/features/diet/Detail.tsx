import { FileTextOutlined, MessageOutlined } from '@ant-design/icons'
import type { DietRow } from '@teleward/contract/diet/schema.ts'
import { fetchDietMemberDetail } from '@teleward/contract/diet/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useMe, useRight } from '../../api/me.ts'
import { closedBy } from '../../shell/menu.ts'
import { go } from '../../shell/navigation.ts'
import { screenById } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { nameOf, PatientHead } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, formatTime, isoDay } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { AdviceField } from './AdviceField.tsx'
import { Dots, energyText, Macros } from './columns.tsx'
import { EndDialog } from './EndDialog.tsx'
import { Planned } from './Planned.tsx'
import { StandardFacts, StandardForm } from './StandardForm.tsx'

interface Props {
  row: DietRow | undefined
  writes: boolean
  focus: number
  move: DrawerStep
}

/** A member in diet management, beside the list: how it stands, the targets, and a word of advice. */
export function Detail({ row: listed, writes, focus, move }: Props) {
  // Advice takes a member from those who wait: the detail stays until somebody closes it.
  const [row, setRow] = useState(listed)
  if (listed && listed !== row) setRow(listed)
  const query = useQuery({
    ...endpointQuery(fetchDietMemberDetail, { body: { pid: row?.pid ?? 0 } }),
    enabled: row !== undefined,
  })
  const [asking, setAsking] = useState<'end' | 'target' | null>(null)
  const one = query.data
  const me = useMe()
  const writesTo = useRight('chat.patient') !== '-' && closedBy(me, screenById('chat')) === null
  const may = writes && row !== undefined && row.ended === null
  const today = row?.lastAdvice && isoDay(row.lastAdvice.at) === isoDay() ? row.lastAdvice : null
  return (
    <DetailDrawer
      label={t('screens.name.dietMgmt')}
      step={move}
      plain={!may || !one?.open}
      footer={
        row && (
          <>
            <Button kind="primary" icon={<FileTextOutlined />} onClick={() => void go('dietReport', { pid: row.pid })}>
              {t('diet.openReport')}
            </Button>
            {writesTo && (
              <Button icon={<MessageOutlined />} onClick={() => void go('chat', {}, { tab: '0', id: String(row.pid) })}>
                {t('diet.message')}
              </Button>
            )}
            {may && one?.open && <Button onClick={() => setAsking('target')}>{t('diet.target.set')}</Button>}
            {may && (
              <Button kind="bad" onClick={() => setAsking('end')}>
                {t('diet.end')}
              </Button>
            )}
          </>
        )
      }
    >
      {query.isError && !one && (
        <ErrorState
          title={t('diet.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && row && <SkeletonBlock lines={6} />}
      {!row && <EmptyState title={t('common.list.emptyTitle')} text={t('common.list.emptyText')} />}
      {one && row && (
        <>
          <PatientHead patient={one.patient} brief />
          {row.ended && (
            <p className="alert info">
              {t('diet.ended')}　{nameOf(row.ended.by)} {formatDateTime(row.ended.at)}　{row.ended.reason}
            </p>
          )}
          {!one.open && <p className="alert warn">{t('diet.closedText')}</p>}
          {one.open && (
            <>
              <section className="dietpart">
                <h2 className="sech">{t('diet.target.title')}</h2>
                {one.standard ? (
                  <StandardFacts standard={one.standard} />
                ) : (
                  <p className="t3">{t('diet.target.none')}</p>
                )}
                <Planned course={row.id} planned={one.planned} writes={may} />
                <p className="num">{energyText(row)} kcal</p>
                <Macros row={row} />
                <Dots row={row} />
              </section>
              {row.lastAdvice && (
                <section className="dietpart">
                  <h2 className="sech">{t('diet.col.lastAdvice')}</h2>
                  <p className="t3 f12">
                    {nameOf(row.lastAdvice.by)} {formatDateTime(row.lastAdvice.at)}
                  </p>
                  <p className="dietsaid">{row.lastAdvice.text}</p>
                </section>
              )}
              {may && today && (
                <p className="alert info" role="status">
                  {t('diet.advice.today', { name: nameOf(today.by), time: formatTime(today.at) })}
                </p>
              )}
              {may && <AdviceField key={row.id} pid={row.pid} course={row.id} mealsTo={row.mealsTo} focus={focus} />}
            </>
          )}
          {asking === 'end' && <EndDialog course={row} onClose={() => setAsking(null)} />}
          {asking === 'target' && one.profile && (
            <StandardForm
              course={row.id}
              profile={one.profile}
              last={one.standard}
              latest={one.latest}
              onClose={() => setAsking(null)}
            />
          )}
        </>
      )}
    </DetailDrawer>
  )
}
