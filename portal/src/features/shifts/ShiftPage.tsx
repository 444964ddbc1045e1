import { LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons'
import { addDays } from '@teleward/contract/core/dates.ts'
import { fetchShift, noticedoctorshift, updateLeave } from '@teleward/contract/shifts/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, showError, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { DayPicker } from '../../patterns/DayPicker.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatMonthOfYear, isoDay } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { AffectedDialog } from './AffectedDialog.tsx'
import { AffectedTab } from './AffectedTab.tsx'
import { LeaveForm } from './LeaveForm.tsx'
import { PatternTab } from './PatternTab.tsx'
import { TABS, useShiftSearch } from './search.ts'
import { MonthTab } from './MonthTab.tsx'
import { TeamTab } from './TeamTab.tsx'
import { useShiftChange } from './useShiftChange.ts'
import { WeekTab, weekOf } from './WeekTab.tsx'
import { firstOfMonth, lastOfMonth, mondayOf, shortDay } from './labels.ts'
import './shifts.css'

/** `/setting/shift`: one's own hours, those one is entrusted with, and a team's. */
export default function ShiftPage() {
  const t = useT()
  const me = useMe()
  const [value, search] = useShiftSearch()
  const [all, setAll] = useState(false)
  const [leave, setLeave] = useState(false)
  const change = useShiftChange()
  const did = value.did ?? me.mid
  const today = isoDay()
  const date = value.date ?? today
  const monday = mondayOf(date)
  const monthly = value.tab === 'week' && value.span === 'month'
  const span =
    value.tab === 'pattern'
      ? { from: today, to: today }
      : monthly
        ? { from: firstOfMonth(date), to: lastOfMonth(date) }
        : weekOf(monday)
  const { data, error, isPending, refetch } = useQuery({
    ...endpointQuery(fetchShift, { body: { did, ...span } }),
    placeholderData: keepPreviousData,
  })
  const person = data?.staff.find((one) => one.did === did)
  const editable = person?.editable ?? false
  const others = data?.others ?? []
  const name = person ? nameOf(person) : ''
  const unit = value.tab === 'team' ? value.span : monthly ? 'month' : 'week'
  const step = (by: 1 | -1) => {
    const of = unit
    const next =
      of === 'month'
        ? firstOfMonth(addDays(firstOfMonth(date), by > 0 ? 32 : -1))
        : addDays(date, by * (of === 'day' ? 1 : 7))
    search({ date: next === today ? undefined : next })
  }
  useKeys([
    { keys: 't', label: t('shifts.key.today'), run: () => search({ date: undefined }) },
    ...TABS.map((tab, index) => ({
      keys: `Alt+${index + 1}`,
      label: t(tab === 'week' ? 'shifts.tab.week' : `shifts.tab.${tab}`),
      run: () => search({ tab }),
    })),
  ])
  const absence = async () => {
    const body = { did, from: today, to: today, kind: 'absence' as const }
    const refused = await change.change(updateLeave, body, `${name} ${t('shifts.affected.absence')}`)
    if (refused) showError(refused)
  }
  const notice = useEndpointMutation(noticedoctorshift, {
    onDone: ({ told }) => notify({ kind: 'ok', title: t('shifts.notice.sent', { count: told }) }),
  })
  const dated = value.tab === 'week' || value.tab === 'team'
  const shown =
    unit === 'month'
      ? formatMonthOfYear(date)
      : unit === 'day'
        ? shortDay(date)
        : `${shortDay(monday)}–${shortDay(addDays(monday, 6))}`
  const names = {
    day: ['shifts.day.previousDay', 'shifts.day.nextDay'],
    week: ['shifts.day.previous', 'shifts.day.next'],
    month: ['shifts.day.previousMonth', 'shifts.day.nextMonth'],
  } as const
  const [back, ahead] = names[unit]
  return (
    <div className="shifts">
      <div className="pagehead">
        <h1>{t('shifts.title')}</h1>
        {dated && (
          <span className="stepper">
            <button type="button" className="icbtn bd" aria-label={t(back)} title={t(back)} onClick={() => step(-1)}>
              <LeftOutlined />
            </button>
            <DayPicker
              value={date}
              label={t('shifts.day.pick')}
              text={() => shown}
              onChange={(day) => search({ date: day === today ? undefined : day })}
            />
            <button type="button" className="icbtn bd" aria-label={t(ahead)} title={t(ahead)} onClick={() => step(1)}>
              <RightOutlined />
            </button>
            {value.date && <Button onClick={() => search({ date: undefined })}>{t('shifts.day.today')}</Button>}
          </span>
        )}
        {value.tab === 'week' && editable && <span className="sub">{t('shifts.tomorrowOn')}</span>}
        <div className="act">
          {(others.length > 0 || did !== me.mid) && value.tab !== 'team' && (
            <Select<number>
              value={did}
              aria-label={t('shifts.who.label')}
              className="whoselect"
              showSearch
              optionFilterProp="label"
              onChange={(next) => search({ did: next === me.mid ? undefined : next })}
              options={[
                { value: me.mid, label: t('shifts.who.me') },
                ...(others.length
                  ? [
                      {
                        label: t('shifts.who.granted', { count: others.length }),
                        options: others.map((one) => ({ value: one.did, label: nameOf(one) })),
                      },
                    ]
                  : []),
                ...(did !== me.mid && !others.some((one) => one.did === did) ? [{ value: did, label: name }] : []),
              ]}
            />
          )}
          {person?.absence && did !== me.mid && value.tab === 'week' && (
            <Button
              kind="bad"
              title={t('shifts.leave.absenceHint')}
              disabled={change.busy}
              onClick={() => void absence()}
            >
              {t('shifts.leave.absence')}
            </Button>
          )}
          {editable && value.tab === 'week' && (
            <Button
              disabled={notice.isPending}
              onClick={() => notice.mutate({ body: { did, from: monday, to: addDays(monday, 6) } })}
            >
              {t('shifts.notice.send')}
            </Button>
          )}
          {editable && value.tab !== 'team' && (
            <Button kind="primary" icon={<PlusOutlined />} onClick={() => setLeave(true)}>
              {t('shifts.leave.button')}
            </Button>
          )}
        </div>
      </div>
      <div className="row tabsrow noprint">
        <UrlTabs
          label={t('shifts.title')}
          tabs={TABS.map((key) => ({
            key,
            name: key === 'week' && did !== me.mid ? t('shifts.tab.weekOf', { name }) : t(`shifts.tab.${key}`),
          }))}
          tab={value.tab}
          onTab={(tab) => search({ tab })}
        />
        <span className="grow" />
        {value.tab === 'week' && (
          <Segmented<'week' | 'month'>
            value={monthly ? 'month' : 'week'}
            aria-label={t('shifts.month.span')}
            onChange={(next) => search({ span: next })}
            options={(['week', 'month'] as const).map((one) => ({ value: one, label: t(`shifts.month.${one}`) }))}
          />
        )}
        {((value.tab === 'week' && !monthly) || value.tab === 'pattern') && (
          <>
            <Button kind="text" size="sm" aria-pressed={all} onClick={() => setAll(!all)}>
              {t(all ? 'shifts.showUsed' : 'shifts.showAll')}
            </Button>
            <Legend pattern={value.tab === 'pattern'} />
          </>
        )}
      </div>
      {did !== me.mid && person && value.tab !== 'team' && (
        <p className={`banner ${editable ? 'info' : ''}`}>
          {t(editable ? 'shifts.forDoctor' : 'shifts.readOnly', { name })}
        </p>
      )}
      {value.tab === 'team' ? (
        <TeamTab value={value} date={date} change={search} />
      ) : error && !data ? (
        <ErrorState
          title={t('shifts.loadFailed')}
          text={errorMessage(error)}
          code={codeOf(error)}
          onRetry={() => void refetch()}
        />
      ) : isPending || !data ? (
        <SkeletonBlock />
      ) : monthly ? (
        <MonthTab
          did={did}
          date={date}
          table={data}
          onDay={(day) => search({ span: 'week', date: day === today ? undefined : day })}
        />
      ) : value.tab === 'week' ? (
        <WeekTab
          did={did}
          monday={monday}
          day={date}
          table={data}
          editable={editable}
          all={all}
          change={change}
          onDay={(day) => search({ date: day === today ? undefined : day })}
        />
      ) : value.tab === 'pattern' ? (
        <PatternTab key={did} did={did} table={data} editable={editable} all={all} change={change} />
      ) : (
        <AffectedTab did={did} editable={editable || (person?.absence ?? false)} change={change} />
      )}
      {leave && data && <LeaveForm did={did} today={today} change={change} onClose={() => setLeave(false)} />}
      <AffectedDialog change={change} />
    </div>
  )
}

function Legend({ pattern }: { pattern: boolean }) {
  const t = useT()
  return (
    <span className="side">
      <span>
        <i aria-hidden="true" />
        {t('shifts.legend.open')}
      </span>
      {pattern && (
        <span>
          <i className="ch" aria-hidden="true" />
          {t('shifts.legend.changed')}
        </span>
      )}
      <span>
        <i className="lv" aria-hidden="true" />
        {t('shifts.legend.off')}
      </span>
    </span>
  )
}
