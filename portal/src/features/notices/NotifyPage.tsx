import { BellOutlined, CheckOutlined, SettingOutlined } from '@ant-design/icons'
import { getNotifications } from '@teleward/contract/notifications/endpoints.ts'
import { entryKinds } from '@teleward/contract/notifications/rules.ts'
import type { Notification } from '@teleward/contract/notifications/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { exportSheet } from '../../api/exportSheet.ts'
import { endpointQuery, showError } from '../../api/query.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { daysChips } from '../../patterns/daysChips.ts'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { router } from '../../shell/navigation.ts'
import { pathTo } from '../../shell/screens.ts'
import { Ago } from '../../ui/Ago.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateOfWeek, formatDateTime, isoDay } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { AlertSettings } from './AlertSettings.tsx'
import { jump, setRead } from './jump.ts'
import { aboutText, beginning, kindIcon, kindText, sentence } from './kinds.tsx'
import { readAll } from './read-all.ts'
import { useBellSearch } from './search.ts'
import './notices.css'

const columns = (): Column<Notification>[] => [
  {
    key: 'what',
    title: say('notices.column.what'),
    fixed: true,
    cell: (row) => (
      <span className="notiwhat">
        {kindIcon[row.kind]}
        <span className="grow">
          <span className={row.readAt === null ? 'b' : ''}>{sentence(row.what)}</span>
          {row.gone ? (
            <span className="t3 f13 ell">{say('notices.gone')}</span>
          ) : (
            beginning(row) && <span className="t2 f13 ell">{beginning(row)}</span>
          )}
        </span>
      </span>
    ),
  },
  { key: 'kind', title: say('notices.column.kind'), width: 110, minTable: 760, cell: (row) => kindText(row.kind) },
  { key: 'about', title: say('notices.column.about'), width: 200, minTable: 620, cell: (row) => aboutText(row) || '–' },
  {
    key: 'read',
    title: say('notices.column.read'),
    sort: 'read',
    width: 100,
    cell: (row) => (
      <span className={row.readAt ? 't3' : 'c-info b'}>{say(row.readAt ? 'notices.isRead' : 'notices.isUnread')}</span>
    ),
  },
  { key: 'at', title: say('notices.column.at'), sort: 'at', width: 130, cell: (row) => <Ago at={row.at} /> },
]

/** `/message/notify`: what came for me, each with the way to its matter. */
export default function NotifyPage() {
  const t = useT()
  const [value, change] = useBellSearch()
  const { kind, unread, from, to, sort, page, open } = value
  const frame = useListFrame('/message/notify', value, change)
  const query = { kind, unread, from, to, sort, page, pageSize: frame.pageSize }
  const list = useList(getNotifications, { query })
  const [settings, setSettings] = useState(false)
  const last = useQuery({
    ...endpointQuery(getNotifications, { query: { pageSize: 1 } }),
    enabled: list.data?.total === 0,
  })
  useEntry(open, () => change({ open: undefined }))
  const choices = [
    choice({
      key: 'kind',
      name: t('notices.column.kind'),
      every: t('notices.everyKind'),
      value: kind,
      options: entryKinds,
      text: kindText,
      pick: (next) => change({ kind: next }),
    }),
    choice({
      key: 'unread',
      name: t('notices.column.read'),
      value: unread,
      standard: '0',
      options: ['0', '1'],
      text: (one) => t(one === '1' ? 'notices.unreadOnly' : 'notices.readToo'),
      pick: (next) => change({ unread: next }),
    }),
  ]
  // On its first page, newest first, the list itself says up to where.
  const seen = page === 1 && sort === undefined ? list.data?.data : undefined
  const read = () => void readAll({ kind, from, to }, seen)
  useKeys([{ keys: 'Shift+R', label: t('notices.readAll'), run: read }])
  const latest = last.data?.data[0]
  return (
    <>
      <ListPage<Notification>
        title={t('notices.bell')}
        actions={
          <>
            <Button icon={<SettingOutlined />} onClick={() => setSettings(true)}>
              {t('notices.settings.title')}
            </Button>
            <Button
              icon={<CheckOutlined />}
              disabled={!list.data?.data.some(({ readAt }) => readAt === null)}
              onClick={read}
            >
              {t('notices.readAll')}
            </Button>
          </>
        }
        filters={
          <>
            <FilterSelects choices={choices} />
            <DayRangePicker
              label={t('notices.column.at')}
              from={from}
              to={to}
              onChange={(a, b) => change({ from: a, to: b })}
            />
          </>
        }
        chips={[...chipsOf(choices), ...daysChips({ from, to }, change)]}
        onClearChips={() => change({ kind: undefined, unread: '0', from: undefined, to: undefined })}
        source={list}
        rowKey={({ id }) => id}
        tall
        columns={columns()}
        {...(sort === undefined
          ? { group: (row: Notification) => ({ key: isoDay(row.at), label: formatDateOfWeek(row.at) }) }
          : {})}
        rowActions={(row) => (
          <Button size="sm" onClick={() => void setRead(row.id, row.readAt === null)}>
            {t(
              row.readAt === null
                ? row.kind === 'call'
                  ? 'notices.dismiss'
                  : 'notices.markRead'
                : 'notices.markUnread',
            )}
          </Button>
        )}
        rowActionsWidth={130}
        card={(row) => (
          <ListCard
            name={sentence(row.what)}
            text={[row.gone ? t('notices.gone') : beginning(row), aboutText(row)].filter(Boolean).join(t('common.dot'))}
            status={
              <>
                {row.readAt === null && <b className="c-info">{t('notices.isUnread')}</b>}
                <Ago at={row.at} />
              </>
            }
            action={
              <Button size="sm" onClick={() => void setRead(row.id, row.readAt === null)}>
                {t(
                  row.readAt === null
                    ? row.kind === 'call'
                      ? 'notices.dismiss'
                      : 'notices.markRead'
                    : 'notices.markUnread',
                )}
              </Button>
            }
            onOpen={() => follow(row)}
          />
        )}
        opensPage
        open={null}
        onOpen={(key) => {
          const row = list.data?.data.find(({ id }) => id === key)
          if (row) follow(row)
        }}
        {...frame}
        exportList={() => exportSheet(getNotifications, { query })}
        rowKeys={[{ keys: 'r', label: t('notices.markRead'), run: (row) => void setRead(row.id, row.readAt === null) }]}
        empty={{
          title: t('notices.empty'),
          icon: <BellOutlined />,
          ...(latest ? { text: t('notices.lastAt', { at: formatDateTime(latest.at) }) } : { text: t('notices.never') }),
        }}
        failed={t('notices.failed')}
      />
      {settings && <AlertSettings onClose={() => setSettings(false)} />}
    </>
  )
}

/** What is gone stays, and says so. */
function follow(row: Notification): void {
  if (!row.gone) {
    jump(row)
    return
  }
  notify({ kind: 'info', key: row.id, title: say('notices.gone'), text: sentence(row.what) })
  void setRead(row.id, true)
}

/** Whether the address is still this screen's: one that is being left is drawn with the next one's parameters. */
const isHere = () => router.state.location.pathname === pathTo('notify')

/** Opened from beside the browser: the entry itself says where it leads. */
function useEntry(id: string | undefined, done: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for an address, whatever is drawn meanwhile.
  useEffect(() => {
    if (!id || !isHere()) return
    call(getNotifications, { query: { id } })
      .then(({ data: [entry] }) => {
        if (!isHere()) return
        done()
        if (entry) follow(entry)
        else notify({ kind: 'info', title: say('notices.gone') })
      })
      .catch(showError)
  }, [id])
}
