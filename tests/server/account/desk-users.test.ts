import { expect, test } from 'vitest'
import { done } from '../../support/server/api.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

describeEachEngine('Accounts at the desk', engine => {
  test('an ADMIN finds people, gives roles, unlocks, signs out and makes a reset link', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser({ firstName: 'Ada' })
    const anna = await server.buildUser({ firstName: 'Anna', lastName: 'Berg%_' })
    const find = async (text: string) =>
      Object((await admin.get(`/auth/users?text=${encodeURIComponent(text)}`)).body).users
    expect(await find('ANNA b')).toMatchObject([{ id: anna.id, role: 'SILVER', verified: false }])
    expect(await find('g%_')).toHaveLength(1)
    expect(await find('')).toHaveLength(2)
    const ors = await server.buildUser({ firstName: 'Örs', lastName: 'ÅNGSTRÖM' })
    for (const text of ['örs', 'ÖRS', 'Örs å', 'ångström']) {
      expect(await find(text), text).toMatchObject([{ id: ors.id }])
    }
    expect(await find('ors')).toEqual([])

    const deed = async (id: number, name: string, body: object = {}) =>
      (await admin.post(`/auth/users/${id}/${name}`, body)).body
    expect(await deed(anna.id, 'role', { role: 'SUPPORTL2' })).toEqual({ success: true })
    expect(await find('anna')).toMatchObject([{ role: 'SUPPORTL2' }])
    expect(await deed(anna.id, 'role', { role: 'KING' })).toMatchObject({
      success: false,
      field: 'role',
    })
    expect(await deed(admin.id, 'role', { role: 'GOLD' })).toMatchObject({ success: false })
    expect(await deed(anna.id, 'unlock')).toEqual({ success: true })
    const { link } = Object(await deed(anna.id, 'reset-link'))
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(await deed(anna.id, 'end-sessions')).toEqual({ success: true })
    expect(Object((await anna.get('/auth/status')).body).success).toBe(false)
    const reset = await anna.post('/auth/reset-password', {
      token,
      newPassword: 'another purple bicycle',
    })
    expect(reset.body).toMatchObject({ success: true })

    const log = await done(admin, 'auditLog')
    expect(log.map((entry: { action: string }) => entry.action).sort()).toEqual(
      ['endSessions', 'resetLink', 'unlockUser', 'updateRole'].sort(),
    )
  })

  test('to everybody else there is nothing here', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser()
    const anna = await server.buildUser()
    for (const [somebody, status] of [
      [anna, 404],
      [server.client(), 401],
    ] as const) {
      expect((await somebody.get('/auth/users')).status).toBe(status)
      const answer = await somebody.post(`/auth/users/${admin.id}/role`, { role: 'GOLD' })
      expect(answer.status).toBe(status)
    }
    expect((await admin.post('/auth/users/999/unlock', {})).status).toBe(404)
    expect((await admin.post(`/auth/users/${anna.id}/explode`, {})).status).toBe(404)
  })
})
