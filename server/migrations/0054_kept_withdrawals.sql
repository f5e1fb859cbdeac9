-- What people said no to at addresses that nobody has any more: their contact was merged or taken back with its import, or has another
-- address now. By keyed hash, as suppressions; it goes back to whoever gets the address again.
create table app.kept_withdrawals (
  org_id uuid not null references auth.organizations on delete cascade,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  address_hash bytea not null,
  purpose text not null,
  -- As the consent that it was.
  source text not null,
  at timestamptz not null,
  primary key (org_id, channel, address_hash, purpose)
);
call app.protect_tenant('app.kept_withdrawals', 'select, insert, update, delete');
-- Who brought the list in may take it back.
alter table app.contact_imports add column created_by_user uuid;
