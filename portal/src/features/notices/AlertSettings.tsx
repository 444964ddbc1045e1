import { notificationKinds, type NotificationKind } from '@teleward/contract/notifications/rules.ts'
import { Checkbox, Drawer, Select, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { changePreferences, useMe } from '../../api/me.ts'
import { showError } from '../../api/query.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { currentTimeZone } from '../../ui/format.ts'
import { soundsFor, toDesktop } from './choices.ts'
import { chime } from './chime.ts'
import { kindIcon, kindText } from './kinds.tsx'
import { type PushState, pushState, startPush, stopPush } from './push.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }))

/** The person's own, for all devices: sound and desktop by kind, quiet hours; and for this browser whether it is woken. */
export function AlertSettings({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { preferences } = useMe()
  const { alertKinds, quiet } = preferences
  const set = (changes: Parameters<typeof changePreferences>[0]) => void changePreferences(changes).catch(showError)
  const setKind = (kind: NotificationKind, more: Partial<{ sound: boolean; desktop: boolean }>) => {
    const now = { sound: alertKinds[kind]?.sound ?? true, desktop: alertKinds[kind]?.desktop ?? true }
    set({ alertKinds: { ...alertKinds, [kind]: { ...now, ...more } } })
  }
  const hour = (edge: 'from' | 'to') =>
    quiet && (
      <Select
        aria-label={t(`notices.settings.${edge}`)}
        value={quiet[edge]}
        options={HOURS}
        onChange={(next) => set({ quiet: { ...quiet, [edge]: next } })}
      />
    )
  return (
    <Drawer open title={t('notices.settings.title')} size={420} onClose={onClose}>
      <table className="kindtable">
        <thead>
          <tr>
            <th scope="col">{t('notices.column.kind')}</th>
            <th scope="col">{t('notices.settings.sound')}</th>
            <th scope="col">{t('notices.settings.desktop')}</th>
          </tr>
        </thead>
        <tbody>
          {notificationKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">
                {kindIcon[kind]} {kindText(kind)}
              </th>
              <td>
                <Checkbox
                  aria-label={t('common.pair', { name: kindText(kind), value: t('notices.settings.sound') })}
                  checked={soundsFor(preferences, kind)}
                  onChange={({ target }) => {
                    setKind(kind, { sound: target.checked })
                    if (target.checked) chime(kind, `try-${Date.now()}`)
                  }}
                />
              </td>
              <td>
                <Checkbox
                  aria-label={t('common.pair', { name: kindText(kind), value: t('notices.settings.desktop') })}
                  checked={toDesktop(preferences, kind)}
                  onChange={({ target }) => setKind(kind, { desktop: target.checked })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="setline">
        <Switch
          aria-label={t('notices.settings.quiet')}
          checked={quiet !== null}
          onChange={(on) => set({ quiet: on ? { from: 22, to: 7 } : null })}
        />
        <span className="grow">
          <b>{t('notices.settings.quiet')}</b>
          <span className="t3 f13">{t('notices.settings.quietText', { zone: currentTimeZone() })}</span>
          {quiet && (
            <span className="row">
              {hour('from')}–{hour('to')}
            </span>
          )}
        </span>
      </div>
      <Push />
    </Drawer>
  )
}

function Push() {
  const t = useT()
  const [state, setState] = useState<PushState>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    pushState().then(setState, showError)
  }, [])
  const turn = async (on: boolean) => {
    setBusy(true)
    try {
      if (on) setState(await startPush())
      else await stopPush().then(() => setState('off'))
      await changePreferences({ desktopAlerts: on })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="setline">
      <span className="grow">
        <b>{t('notices.settings.push')}</b>
        <span className="t3 f13">{state ? say(`notices.push.${state}`) : t('notices.push.asking')}</span>
      </span>
      {(state === 'on' || state === 'off') && (
        <Button disabled={busy} onClick={() => void turn(state === 'off')}>
          {t(state === 'off' ? 'notices.settings.turnOn' : 'notices.settings.turnOff')}
        </Button>
      )}
    </div>
  )
}
