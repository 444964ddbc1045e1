import { SearchOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { composing as isComposing } from '../ui/composing.ts'
import type { Me } from '../api/me.ts'
import { errorMessage } from '../api/query.ts'
import { useT } from '../i18n/i18n.ts'
import { Kbd } from '../ui/Kbd.tsx'
import {
  type Act,
  type Entry,
  type FoundMembers,
  type Mark,
  matching,
  moved,
  type UseFoundMembers,
  useNoMembers,
} from '../shell/palette.ts'
import { useEntries } from './paletteEntries.ts'
import { PaletteRow, rowId } from './PaletteRow.tsx'

interface Props {
  me: Me
  useMembers: UseFoundMembers | undefined
  /** What was typed while this was on its way. */
  first: RefObject<string>
  onSignOut: () => void
  onClose: () => void
}
/** Ctrl K: members, screens and commands, by what is typed. */
export function Palette({ me, useMembers = useNoMembers, first, onSignOut, onClose }: Props) {
  const t = useT()
  const [q, setQ] = useState(first.current)
  const [composing, setComposing] = useState(false)
  const [mark, setMark] = useState<Mark | null>(null)
  const typed = q.trim()
  const members = useMembers(typed, composing)
  const others = matching(useEntries(me, onSignOut), typed)
  // Members that are found come behind: what is marked, or under the pointer, does not move when they arrive.
  const found = typed === '' ? [...members.entries, ...others] : [...others, ...members.entries]
  const chosen = found.find(({ id }) => id === mark?.id) ?? found[0]
  const act = chosen?.id === mark?.id ? chosen?.acts?.[mark?.act ?? -1] : undefined

  const run = (entry: Entry | undefined, one?: Act) => {
    if (!entry || one?.why !== undefined) return
    onClose()
    if (one) one.run()
    else entry.run()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    const { selectionStart, selectionEnd, value } = event.currentTarget
    if (event.key === 'Enter') run(chosen, act)
    else {
      const next = moved(found, mark, event.key, selectionStart === value.length && selectionEnd === value.length)
      if (!next) return
      setMark(next)
    }
    event.preventDefault()
  }
  const groups =
    typed === '' ? (['members', 'screens', 'actions'] as const) : (['screens', 'actions', 'members'] as const)

  return (
    <Modal
      open
      footer={null}
      // Its name, for those who hear it; on the screen the field says enough.
      title={t('shell.palette.title')}
      styles={{ header: { display: 'none' } }}
      closable={false}
      onCancel={onClose}
      width={560}
      className="palette"
      destroyOnHidden
      style={{ top: 96 }}
    >
      <label className="pq">
        <SearchOutlined />
        <span className="sr">{t('shell.palette.title')}</span>
        <input
          // biome-ignore lint/a11y/noAutofocus: the layer exists to be typed into.
          autoFocus
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={found.length > 0 ? 'palette-list' : undefined}
          aria-activedescendant={chosen ? rowId(chosen, act) : undefined}
          placeholder={t(members.open ? 'shell.palette.search' : 'shell.search')}
          maxLength={60}
          value={q}
          onFocus={({ currentTarget: field }) => field.setSelectionRange(field.value.length, field.value.length)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onChange={(event) => {
            setQ(event.target.value)
            setMark(null)
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd keys="Esc" />
      </label>
      <div
        className="plist"
        role="listbox"
        id="palette-list"
        aria-label={t('shell.palette.title')}
        hidden={found.length === 0}
      >
        {groups.map((group) => {
          const entries = found.filter((entry) => entry.group === group)
          if (entries.length === 0) return null
          const title = t(`shell.palette.${group === 'members' && typed === '' ? 'recent' : group}`)
          return (
            // biome-ignore lint/a11y/useSemanticElements: a listbox may hold groups, and no fieldset.
            <div key={group} role="group" aria-label={title}>
              <div className="gt" aria-hidden="true">
                {title}
              </div>
              {entries.map((entry) => (
                <PaletteRow
                  key={entry.id}
                  entry={entry}
                  mark={entry === chosen ? (act?.id ?? '') : null}
                  onMark={(index) => setMark({ id: entry.id, act: index })}
                  onPick={(one) => run(entry, one)}
                />
              ))}
            </div>
          )
        })}
      </div>
      <Said members={members} q={typed} none={found.length === 0} />
      <p className="phint t3 f12">{t(chosen?.acts?.length ? 'shell.palette.hintMember' : 'shell.palette.hint')}</p>
    </Modal>
  )
}

/** What is not in the list: that members are looked for, were not found, or could not be asked for. */
function Said({ members, q, none }: { members: FoundMembers; q: string; none: boolean }) {
  const t = useT()
  const { state } = members
  const text =
    state === 'failed'
      ? t('shell.palette.failed')
      : state === 'looking' && q !== ''
        ? t('shell.palette.looking')
        : state === 'short'
          ? t('shell.palette.short')
          : none
            ? t(members.open ? 'shell.palette.emptyMembers' : 'shell.palette.empty', { q })
            : ''
  return (
    <div role="status">
      {text !== '' && (
        <p className="psaid t3 f13">
          {text}
          {state === 'failed' && (
            <>
              {members.error && <span>{errorMessage(members.error)}</span>}
              <button type="button" className="link plainlink" onClick={members.again}>
                {t('common.retry')}
              </button>
            </>
          )}
        </p>
      )}
    </div>
  )
}
