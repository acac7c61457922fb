/** The shop's module. */
open module com.acme.shop {
    requires transitive java.sql;
    exports com.acme.shop.api to com.acme.web;
    uses com.acme.shop.Store;
    provides com.acme.shop.Store with com.acme.shop.Memory;
}
