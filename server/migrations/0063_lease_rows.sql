-- What platform/leases needs of a table. `due_at` null: nothing is to be done for the row now; it is null while the row is leased, too.
create procedure app.lease_rows(target regclass, index_prefix text) language plpgsql as $$
begin
  execute format('alter table %s add column if not exists epoch int not null default 0, add column if not exists lease_owner text,
    add column if not exists lease_until timestamptz, add column if not exists due_at timestamptz', target);
  execute format('create index %I on %s (due_at) where due_at is not null', index_prefix || '_due', target);
  -- The same of one organization, so that a backlog of one does not make the others wait.
  execute format('create index %I on %s (org_id, due_at) where due_at is not null', index_prefix || '_due_of_each', target);
  execute format('create index %I on %s (lease_until) where lease_owner is not null', index_prefix || '_leased', target);
end $$;
