"""The web apps, as the separate services they are: `platform` (runtime and data), `build` (and monitoring), and
`messaging`."""

from __future__ import annotations

from starlette.types import ASGIApp

from parley.build_api import app as build_api
from parley.build_api.console.pages import PageOr, console_routes
from parley.build_api.schemas import schema_routes
from parley.messaging import app as messaging_api
from parley.messaging.desk_page import desk_routes
from parley.messaging.server import MessagingApp
from parley.messaging.widget import widget_routes
from parley.platform_api import app as platform_api
from parley.resources import Resources
from parley.settings import BUILD_REGIONS, PLATFORM_REGIONS
from parley.web.docs.pages import document_routes, front_page
from parley.web.middleware import Middleware
from parley.web.regions import Regions
from parley.web.router import NotFoundApp, make_router


def platform(resources: Resources) -> ASGIApp:
    settings = resources.settings
    regions = Regions(settings.region, PLATFORM_REGIONS, frozenset(settings.own_hosts), settings.region_urls)
    documents = document_routes(platform_api.ENDPOINTS, PLATFORM_REGIONS)
    pages = [front_page(), *documents, *platform_api.routes(resources)]
    router = make_router(resources, regions, platform_api.ENDPOINTS, pages, platform_api.group_of)
    return Middleware(router, resources, regions, platform_api.group_of)


def build(resources: Resources) -> ASGIApp:
    settings = resources.settings
    names = tuple(BUILD_REGIONS.values())
    urls = {BUILD_REGIONS.get(region, region): url for region, url in settings.region_urls.items()}
    regions = Regions(settings.build_region, names, frozenset(settings.own_hosts), urls, BUILD_REGIONS)
    pages = [*document_routes(build_api.ENDPOINTS, names), *schema_routes(), *console_routes(settings.calls_url)]
    otherwise = PageOr(NotFoundApp(build_api.group_of), settings.calls_url)
    router = make_router(resources, regions, build_api.ENDPOINTS, pages, build_api.group_of, otherwise)
    return Middleware(router, resources, regions, build_api.group_of, open_to_browsers=True)


def messaging(resources: Resources) -> MessagingApp:
    settings = resources.settings
    regions = Regions(settings.region, PLATFORM_REGIONS, frozenset(settings.own_hosts), settings.region_urls)
    documents = document_routes(messaging_api.ENDPOINTS, PLATFORM_REGIONS)
    pages = [front_page(), *documents, *widget_routes(resources), *desk_routes()]
    router = make_router(resources, regions, messaging_api.ENDPOINTS, pages, messaging_api.group_of)
    http = Middleware(router, resources, regions, messaging_api.group_of, open_to_browsers=True)
    return MessagingApp(http, http.envelope_of, resources, regions)


APPS = {"platform": platform, "build": build}
