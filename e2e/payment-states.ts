import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, going, ready, steps } from './states.ts'

const row = '#content tbody tr[data-row]'
const GIVING = '**/his/api/payments/*/refunds'

/** Refunds and exemptions, as an administrator; the demo has some of each. */
export function paymentStates(server: TestServer): State[] {
  const at = going(server)
  return [
    {
      name: 'a refund',
      own: '.drawer',
      shows: ['features/payments/Refunds.tsx'],
      open: steps(at('/admin/payments', row), click(row), ready('.drawer .paylines')),
    },
    {
      name: 'a refund given',
      own: '.ant-modal',
      shows: ['features/payments/GiveDialog.tsx'],
      open: steps(at('/admin/payments', row), click(`${row} button.pri`), ready('.ant-modal button:visible')),
    },
    {
      name: 'a refund that somebody else gave',
      own: '.ant-modal',
      shows: ['features/payments/GiveDialog.tsx'],
      told: /409/,
      open: async (page) => {
        const listed = page.waitForResponse((answer) => answer.url().includes('/his/api/refunds?') && answer.ok())
        await at('/admin/payments', row)(page)
        const { data } = (await (await listed).json()) as { data: { version: number }[] }
        const given = { state: 'done', method: 'cash', byName: '何思穎', doneAt: new Date().toISOString() }
        await page.route(GIVING, (route) =>
          route.fulfill({
            status: 409,
            json: {
              status: 'PAYMENT_ILLEGAL_STEP',
              message: '目前付款狀態無法執行此操作',
              data: { ...data[0], ...given, version: (data[0]?.version ?? 0) + 1 },
            },
          }),
        )
        await steps(
          click(`${row} button.pri`),
          ready('.ant-modal .paygive button:visible'),
          click('.paygive .ant-segmented-item:has-text("現金"), .paygive .ant-segmented-item:has-text("Cash")'),
          click('.paygive button[type=submit]'),
          ready('.paygive [role=alert]'),
        )(page)
      },
      after: (page) => page.unroute(GIVING),
    },
    {
      name: 'an exemption',
      own: '.drawer',
      shows: ['features/payments/Exemptions.tsx'],
      open: steps(at('/admin/payments?tab=exemptions', row), click(row), ready('.drawer .paylines')),
    },
    {
      name: 'a new exemption',
      own: '.ant-drawer',
      shows: ['features/payments/ExemptionForm.tsx'],
      open: steps(
        at('/admin/payments?tab=exemptions', row),
        click('.pagehead .act button.pri'),
        ready('.ant-drawer button:visible'),
      ),
    },
  ]
}
