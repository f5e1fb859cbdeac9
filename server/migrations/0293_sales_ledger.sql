-- What organizations sell is posted to their ledger too, and so are fees of payment providers.
alter table app.ledger_entries drop constraint ledger_entries_cause_kind_check;
alter table app.ledger_entries add constraint ledger_entries_cause_kind_check check (cause_kind in
  ('order', 'payment', 'fee', 'unused', 'refund', 'credit-draw', 'credit-expiry', 'sales-invoice', 'sales-void', 'sales-credit-note', 'sales-payment'));

-- Documents and payments from before there were entries of them.
with lines as (
  select i.org_id, 'sales-invoice' as kind, i.id::text as cause, i.currency, l.line, l.account, l.amount
  from app.sales_invoices i, lateral (values (1, 'sales:receivable', i.amount), (2, 'sales:income', i.tax + i.round_off - i.amount),
    (3, 'sales:tax', -i.tax), (4, 'sales:rounding', -i.round_off)) as l (line, account, amount) where i.number is not null
  union all
  select i.org_id, 'sales-void', i.id::text, i.currency, l.line, l.account, l.amount
  from app.sales_invoices i, lateral (values (1, 'sales:receivable', -i.amount), (2, 'sales:income', i.amount - i.tax - i.round_off),
    (3, 'sales:tax', i.tax), (4, 'sales:rounding', i.round_off)) as l (line, account, amount) where i.status = 'Void' and i.credited = 0
  union all
  select n.org_id, 'sales-credit-note', n.id::text, i.currency, l.line, l.account, l.amount
  from app.sales_credit_notes n join app.sales_invoices i on i.org_id = n.org_id and i.id = n.invoice_id,
    lateral (values (1, 'sales:receivable', -n.amount), (2, 'sales:income', n.amount - n.tax - n.round_off),
      (3, 'sales:tax', n.tax), (4, 'sales:rounding', n.round_off)) as l (line, account, amount)
  union all
  select p.org_id, 'sales-payment', p.id::text, i.currency, l.line, l.account, l.amount
  from app.sales_payments p join app.sales_invoices i on i.org_id = p.org_id and i.id = p.invoice_id,
    lateral (values (1, 'sales:received', p.amount), (2, 'sales:receivable', -p.amount)) as l (line, account, amount)
  union all
  select c.org_id, 'sales-payment', c.id::text, c.currency, l.line, l.account, l.amount
  from app.sales_checkouts c, lateral (values (1, 'sales:received', c.unapplied), (2, 'sales:overpaid', -c.unapplied)) as l (line, account, amount)
), kept as (
  select * from lines where amount <> 0
), entries as (
  insert into app.ledger_entries (org_id, id, cause_kind, cause_id, currency)
  select org_id, uuidv7(), kind, cause, currency from (select distinct org_id, kind, cause, currency from kept) causes
  returning org_id, id, cause_kind, cause_id
)
insert into app.ledger_postings (org_id, entry_id, line, account, amount)
select e.org_id, e.id, k.line, k.account, k.amount
from entries e join kept k on k.org_id = e.org_id and k.kind = e.cause_kind and k.cause = e.cause_id;
