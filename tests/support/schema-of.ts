import type pg from 'pg';

/** In schemas that are ours: neither PostgreSQL's own nor what belongs to an extension. */
const ours = (object: string, catalog: string) => `
  n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  and not exists (
    select 1 from pg_depend d
    where d.classid = '${catalog}'::regclass and d.objid = ${object}.oid and d.deptype = 'e'
  )`;

/**
 * One line for each thing a database's schema consists of, in the words of PostgreSQL's catalogs. The order of a
 * table's columns is not part of it: an added column is the last one, and no query depends on it.
 */
const parts = [
  `select format('schema %s, granted %s', n.nspname, n.nspacl) as line
   from pg_namespace n where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,

  `select format('extension %s %s in %s', e.extname, e.extversion, e.extnamespace::regnamespace) as line
   from pg_extension e`,

  `select format('relation %s.%s, kind %s, persistence %s, of %s, row security %s, replica identity %s, options %s, granted %s',
     n.nspname, c.relname, c.relkind, c.relpersistence, pg_get_userbyid(c.relowner), c.relrowsecurity, c.relreplident,
     c.reloptions, c.relacl) as line
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours('c', 'pg_class')}`,

  `select format('column %s.%s.%s %s, not null %s, identity %L, generated %L, collation %s, default %s, statistics %s, storage %s, granted %s',
     n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
     a.attcollation, pg_get_expr(f.adbin, f.adrelid), a.attstattarget, a.attstorage, a.attacl) as line
   from pg_attribute a
   join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   left join pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
   where c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped and ${ours('c', 'pg_class')}`,

  `select format('sequence %s.%s as %s from %s by %s, %s to %s, owned by %s', n.nspname, c.relname,
     format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
     (select d.refobjid::regclass::text || '.' || a.attname from pg_depend d
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.objid = c.oid and d.deptype = 'a')) as line
   from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace`,

  `select format('index %s, valid %s, clustered %s', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisclustered) as line
   from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
   where ${ours('c', 'pg_class')}`,

  `select format('constraint %s on %s: %s, validated %s', k.conname, coalesce(k.conrelid::regclass::text, k.contypid::regtype::text),
     pg_get_constraintdef(k.oid), k.convalidated) as line
   from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${ours('k', 'pg_constraint')}`,

  `select format('trigger %s, enabled %s', pg_get_triggerdef(t.oid), t.tgenabled) as line
   from pg_trigger t where not t.tgisinternal`,

  `select format('function %s, of %s, granted %s', pg_get_functiondef(p.oid), pg_get_userbyid(p.proowner), p.proacl) as line
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where p.prokind <> 'a' and ${ours('p', 'pg_proc')}`,

  `select format('statistics %s, target %s', pg_get_statisticsobjdef(s.oid), s.stxstattarget) as line
   from pg_statistic_ext s`,

  `select format('type %s.%s, kind %s', n.nspname, t.typname, t.typtype) as line
   from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${ours('t', 'pg_type')}`,

  `select format('rule %s', pg_get_ruledef(r.oid)) as line
   from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
   where ${ours('c', 'pg_class')}`,

  `select format('policy %s on %s: %s %s', p.polname, p.polrelid::regclass, p.polcmd, pg_get_expr(p.polqual, p.polrelid)) as line
   from pg_policy p`,

  `select format('event trigger %s on %s', e.evtname, e.evtevent) as line from pg_event_trigger e`,

  `select format('default grants of %s in %s: %s', pg_get_userbyid(d.defaclrole), d.defaclnamespace, d.defaclacl) as line
   from pg_default_acl d`,

  `select format('comment on %s: %s', pg_describe_object(d.classoid, d.objoid, d.objsubid), d.description) as line
   from pg_description d where d.objoid >= 16384
     and not exists (select 1 from pg_depend e where e.objid = d.objoid and e.deptype = 'e')`,
];

/** Everything the schema of a database consists of, sorted: equal for two databases that differ in their rows alone. */
export async function schemaOf(client: pg.Client): Promise<string[]> {
  const lines: string[] = [];
  for (const part of parts) {
    const { rows } = await client.query<{ line: string }>(part);
    lines.push(...rows.map(({ line }) => line));
  }
  return lines.sort();
}
