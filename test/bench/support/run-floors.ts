import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';
import { processUse } from './process-use.ts';
import { handleRequests } from './worker-process.ts';

/**
 * The floor: the fastest possible speed of any shop on Hono and PostgreSQL. It measures an empty response,
 * one plain `select` of the rows of a product list and of a product page, and one durable commit. It runs in
 * its own process, like the shop.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

const columns = `p.id, p.kind, p.slug, p.price_cents, p.monthly_price_cents, p.picture, p.stock, p.max_per_order,
  p.is_shipped, p.is_fixed_price, p.category_identifier, p.group_identifier, p.master_slug, p.card -> 'de' as card,
  m.firstname, m.lastname`;
const source = 'from products p left join masters m on m.slug = p.master_slug where p.is_active';

const app = new Hono();
app.get('/bare', (context) => context.json({ success: true }));
app.get('/list', async (context) => {
  const offset = (Number(context.req.query('page[number]')) - 1) * 12;
  const { rows } = await pool.query(
    `select ${columns} ${source} and p.kind = 'course' order by p.position, p.id limit 12 offset $1`,
    [offset],
  );
  return context.json(rows);
});
app.get('/page/:slug', async (context) => {
  const { rows } = await pool.query(
    `select ${columns}, p.details, p.texts -> 'de' as texts, m.texts -> 'de' as master ${source} and p.slug = $1`,
    [context.req.param('slug')],
  );
  return context.json(rows);
});
app.post('/commit', async (context) => {
  const { note } = await context.req.json<{ note: string }>();
  await pool.query('insert into bench_commits (note) values ($1)', [note]);
  return context.json({ success: true });
});

await pool.query('create table if not exists bench_commits (id bigserial primary key, note text not null)');
handleRequests(async () => processUse());
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => process.exit(0));
