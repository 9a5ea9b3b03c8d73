# The studio for several people, behind a proxy that speaks TLS. It runs as nobody and writes to /folder alone:
#   docker build -t tilewright-studio .
#   docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#     --memory 4g --pids-limit 512 -p 127.0.0.1:8765:8765 -v "$PWD/my-cards:/folder" tilewright-studio
# It prints the address with its token when it begins.
#
# Packages are those of requirements.lock. The base image is a moving tag; for a build that can be repeated, name it by its
# digest, which `docker buildx imagetools inspect python:3.11-slim-bookworm` prints:
#   docker build --build-arg BASE=python:3.11-slim-bookworm@sha256:DIGEST -t tilewright-studio .
ARG BASE=python:3.11-slim-bookworm
FROM ${BASE} AS build
WORKDIR /source
COPY . .
RUN python -m venv /opt/tilewright \
    && pip="/opt/tilewright/bin/pip --disable-pip-version-check --no-cache-dir" \
    && $pip install --no-deps -r requirements.lock \
    && $pip install --no-deps --no-build-isolation . \
    && $pip check

FROM ${BASE}
COPY --from=build /opt/tilewright /opt/tilewright
RUN mkdir /folder && chown 65534:65534 /folder
ENV PATH=/opt/tilewright/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    HOME=/tmp \
    XDG_CACHE_HOME=/tmp/cache
USER 65534:65534
WORKDIR /folder
VOLUME /folder
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=5s CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8765/', timeout=4)"]
ENTRYPOINT ["tilewright", "studio", "/folder", "--host", "0.0.0.0", "--port", "8765"]
