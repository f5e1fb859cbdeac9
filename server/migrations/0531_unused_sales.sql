-- Demo data can be removed: orders without an invoice, and products that no document names. What was issued stays, as before.
grant delete on app.sales_orders, app.sales_products to imperium_app;
